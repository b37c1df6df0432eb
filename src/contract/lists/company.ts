/** Departments that step 1 of the wizard offers. */
export const DEPARTMENTS = [
  'Sales',
  'Marketing',
  'Finance',
  'Information Technology',
  'IT Infrastructure',
  'Human Resources',
  'Data Science',
  'Collections',
  'Community Management',
] as const;

/** Characters in all chosen places, joined by `joinLocations`. */
export const LOCATION_LENGTH_MAX = 2000;

/** Cities that step 1 of the wizard offers: 55 of India's largest. */
export const CITIES = [
  'Delhi',
  'Mumbai',
  'Kolkata',
  'Chennai',
  'Bangalore',
  'Hyderabad',
  'Pune',
  'Gurugram',
  'Noida',
  'Ghaziabad',
  'Faridabad',
  'Ahmedabad',
  'Surat',
  'Vadodara',
  'Rajkot',
  'Gandhinagar',
  'Jaipur',
  'Jodhpur',
  'Udaipur',
  'Lucknow',
  'Kanpur',
  'Agra',
  'Varanasi',
  'Prayagraj',
  'Meerut',
  'Chandigarh',
  'Mohali',
  'Ludhiana',
  'Amritsar',
  'Dehradun',
  'Shimla',
  'Jammu',
  'Srinagar',
  'Indore',
  'Bhopal',
  'Nagpur',
  'Nashik',
  'Thane',
  'Navi Mumbai',
  'Patna',
  'Ranchi',
  'Jamshedpur',
  'Bhubaneswar',
  'Raipur',
  'Guwahati',
  'Siliguri',
  'Visakhapatnam',
  'Vijayawada',
  'Coimbatore',
  'Madurai',
  'Kochi',
  'Thiruvananthapuram',
  'Kozhikode',
  'Mysuru',
  'Mangaluru',
] as const;

/** States and regions. */
const REGIONS = [
  'Haryana',
  'Karnataka',
  'Maharashtra',
  'Tamil Nadu',
  'Delhi-NCR',
  'Pan India',
] as const;

/** Every location that step 1 of the wizard offers. */
export const LOCATIONS = [...CITIES, ...REGIONS] as const;
