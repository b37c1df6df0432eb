/** Removes a parameter from the address, in front of the hash and inside it, without a history entry. */
export const removeParameter = (key: string): void => {
  const without = (search: string): string => {
    const parameters = new URLSearchParams(search);
    parameters.delete(key);
    return parameters.size > 0 ? `?${parameters}` : '';
  };
  const [path = '', search = ''] = location.hash.split('?', 2);
  const address = `${location.pathname}${without(location.search)}${path}${without(search)}`;
  history.replaceState(history.state, '', address);
};
