/** Whether a property of a message is valid. */
export type Check = (value: unknown) => boolean;

/** The properties of each kind of message. */
export type MessageChecks<Kind extends string> = Readonly<Record<Kind, Readonly<Record<string, Check>>>>;

export const isText: Check = (value) => typeof value === 'string';

/** Whether a value is a message of a page, which displays untrusted text. */
export function isMessage<Message extends { readonly kind: string }>(
  message: unknown,
  checks: MessageChecks<Message['kind']>,
): message is Message {
  const { kind, ...parts } = partsOf(message);
  if (typeof kind !== 'string' || !Object.hasOwn(checks, kind)) return false;
  return Object.entries(checks[kind as Message['kind']]).every(([name, check]) => check(parts[name]));
}

/** The properties of a value of unknown shape, such as the state that VS Code kept for a page; none if it is not an object. */
export function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
