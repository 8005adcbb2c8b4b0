import type { MemorySample } from './soaked-server.ts';

/** What a soak has seen. */
export interface SoakResult {
  readonly minutes: number;
  readonly seed: string;
  readonly skills: number;
  readonly edits: number;
  readonly requests: number;
  readonly memory: readonly MemorySample[];
}

const width = 720;
const height = 300;
const left = 56;
const top = 44;
const right = 24;
const bottom = 40;

/** A chart that is readable on light and dark pages. */
export function drawMemory({ minutes, skills, edits, requests, memory }: SoakResult): string {
  const most = Math.max(...memory.map(({ resident }) => resident));
  const step = [10, 25, 50, 100, 250, 500].find((it) => most / it <= 6) ?? 1000;
  const highest = Math.ceil(most / step) * step;
  const lastMinute = Math.max(minutes, 1);
  const x = (minute: number) => left + ((width - left - right) * minute) / lastMinute;
  const y = (megabytes: number) => top + (height - top - bottom) * (1 - megabytes / highest);
  const line = (of: 'heap' | 'resident') =>
    memory.map((sample) => `${x(sample.minute).toFixed(1)},${y(sample[of]).toFixed(1)}`).join(' ');
  const rows = Array.from({ length: highest / step + 1 }, (_, index) => index * step);
  const columns = Array.from({ length: 7 }, (_, index) => (lastMinute * index) / 6);
  const end = memory.at(-1)!;
  const title = `Memory of the language server during ${end.minute.toFixed(0)} minutes of random editing`;
  const count = (value: number) => value.toLocaleString('en');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>text{font:12px sans-serif;fill:#888}line{stroke:#8884}polyline{fill:none;stroke-width:2}.heap{stroke:#3794ff}.resident{stroke:#c586c0}.title{font-size:13px}</style>
<text class="title" x="${left}" y="16">${title}</text>
<text x="${left}" y="32">${count(skills)} skills, ${count(edits)} edits, ${count(requests)} requests; MB, after each garbage collection</text>
${rows.map((row) => `<line x1="${left}" x2="${width - right}" y1="${y(row)}" y2="${y(row)}"/><text x="${left - 8}" y="${y(row) + 4}" text-anchor="end">${row}</text>`).join('\n')}
${columns.map((minute) => `<text x="${x(minute)}" y="${height - bottom + 18}" text-anchor="middle">${Number(minute.toFixed(1))} min</text>`).join('\n')}
<polyline class="resident" points="${line('resident')}"/>
<polyline class="heap" points="${line('heap')}"/>
<text x="${width - right}" y="${y(most) - 8}" text-anchor="end">all of the process</text>
<text x="${width - right}" y="${y(Math.max(...memory.map(({ heap }) => heap))) - 8}" text-anchor="end">JavaScript heap</text>
</svg>
`;
}
