/** One complaint of a generated validator. */
export interface ValidatorError {
  /** A JSON pointer to the value that is wrong. */
  readonly instancePath: string;
  /** The schema keyword that failed, such as `type` or `required`. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The key that is wrong, if it is not a value. */
  readonly propertyName?: string;
}

/** Tells whether a value is valid; `errors` belongs to the latest call. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}
