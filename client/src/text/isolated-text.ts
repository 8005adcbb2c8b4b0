/** Scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * A text next to others in a row: where it is written from right to left, the others stay in their places. Other texts
 * are as they were.
 */
export function isolatedText(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
