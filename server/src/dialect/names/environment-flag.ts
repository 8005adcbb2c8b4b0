/** Whether the value of an environment variable switches something on. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());
}
