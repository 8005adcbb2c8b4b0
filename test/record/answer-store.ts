import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readLines } from './recorded-case.ts';
import type { CaseAnswers } from './verdict.ts';

/**
 * The answers of a release, written as they arrive: an interrupted run continues where it stopped. A later line about a
 * case replaces the earlier one.
 */
export class AnswerStore {
  readonly #file: string;
  readonly #answers = new Map<string, CaseAnswers>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const answers of readLines<CaseAnswers>(file)) this.#answers.set(answers.key, answers);
    // New text must not continue a line that was cut off.
    if (!readFileSync(file, 'utf8').endsWith('\n')) appendFileSync(file, '\n');
  }

  get(key: string): CaseAnswers | undefined {
    return this.#answers.get(key);
  }

  put(answers: CaseAnswers): void {
    this.#answers.set(answers.key, answers);
    appendFileSync(this.#file, `${JSON.stringify(answers)}\n`);
  }
}
