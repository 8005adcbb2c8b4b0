import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number in a range. */
export function wholeFrom(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Enter a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option that is an amount. */
export function positive(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('Enter an amount above 0.');
}

/** Reads an option that is a share, from 0 to 100. */
export function percent(value: string): number {
  const number = Number(value);
  if (/^\d+(?:\.\d+)?$/.test(value) && number <= 100) return number;
  throw new InvalidArgumentError('Enter a number from 0 to 100.');
}
