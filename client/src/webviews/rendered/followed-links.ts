/** The address of the link that an event activates, which then does nothing else; undefined if it is on no link. */
export function addressOfClick(event: Event): string | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const address = event.target.closest('[data-address]')?.getAttribute('data-address');
  if (!address) return undefined;
  event.preventDefault();
  return address;
}
