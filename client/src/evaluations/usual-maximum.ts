import type { Uri } from 'vscode';
import { settings } from '../contributions/settings.ts';

/** US dollars that are proposed as a maximum, unless a setting says another one for evaluations. */
const proposedMaximum = 1;

/** The most that a measurement may cost, in US dollars: what the settings say of evaluations, or what is proposed. */
export function usualMaximum(uri: Uri): number {
  return settings(uri).get<number>('evaluations.maximumCost') ?? proposedMaximum;
}
