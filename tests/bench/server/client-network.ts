let networks = 0;

/** A different client network for each request, by the trusted proxy's header. */
export const nextNetwork = () => {
  networks += 1;
  // Addresses within one /24 would share a rate limit.
  const octets = [networks, networks >> 8, networks >> 16].map((part) => part & 255);
  return { 'x-forwarded-for': `10.${octets.join('.')}` };
};
