/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  customerLogos:
    'logos of customers who agreed to be named; then the heading above them may say so',
};

/**
 * Sample content: invented customers. `mark` is an SVG path on a grid of 32 by 32, `width` is the
 * length of the name in the same units, `look` is its typeface.
 */
export const customerLogos = [
  {
    name: 'Northpier',
    mark: 'M4 26V6h5l14 14V6h5v20h-5L9 12v14Z',
    width: 104,
    look: 'grotesque',
  },
  {
    name: 'Kavali Freight',
    mark: 'M2 10h18v12H2ZM22 14h5l3 4v4h-8ZM6 24a3 3 0 1 0 6 0ZM21 24a3 3 0 1 0 6 0Z',
    width: 132,
    look: 'plain',
  },
  {
    name: 'Tessera',
    mark: 'M4 4h10v10H4ZM18 4h10v10H18ZM4 18h10v10H4ZM23 18l5 5-5 5-5-5Z',
    width: 76,
    look: 'light',
  },
  {
    name: 'Monsoon & Co',
    mark: 'M16 3c6 8 9 12 9 17a9 9 0 0 1-18 0c0-5 3-9 9-17ZM16 12c-3 4-4 6-4 8a4 4 0 0 0 8 0c0-2-1-4-4-8Z',
    width: 142,
    look: 'serif',
  },
  {
    name: 'Harbour9',
    mark: 'M16 3a4 4 0 0 1 2 7.4V13h5v3h-5v9c4-1 6-3 7-6l3 1c-2 6-6 9-12 9S6 26 4 20l3-1c1 3 3 5 7 6v-9H9v-3h5v-2.6A4 4 0 0 1 16 3Z',
    width: 98,
    look: 'grotesque',
  },
  {
    name: 'Quillstone',
    mark: 'M27 4C15 5 8 12 7 24l-3 4h4l2-3c9 0 15-8 17-21ZM11 21c2-5 6-9 11-12-4 4-8 8-11 12Z',
    width: 112,
    look: 'italic',
  },
  {
    name: 'ARKAYA',
    mark: 'M16 4 29 28h-6L16 14 9 28H3Z',
    width: 92,
    look: 'plain',
  },
  {
    name: 'fieldnote',
    mark: 'M6 4h15l5 5v19H6ZM10 12v2h12v-2ZM10 17v2h12v-2ZM10 22v2h8v-2Z',
    width: 86,
    look: 'plain',
  },
] as const;
