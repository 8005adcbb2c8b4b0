import { readFlag } from '../../../dialect/coercion.ts';
import { DEFAULT_RUNTIME } from '../../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../../document/runtime-id.ts';
import type { YamlValue } from '../../../document/yaml/yaml-value.ts';
import type { RuleContext } from '../../rule.ts';
import { ownFields } from './own-fields.ts';

/** The flags that decide who may invoke a skill or command. */
export const invocationFlags: ReadonlySet<string> = new Set(['disable-model-invocation', 'user-invocable']);

/** Who may invoke a skill or command. */
interface Invocation {
  readonly byModel: boolean;
  readonly byUsers: boolean;
}

/**
 * Who may invoke a skill or command, according to its author. A flag in a spelling that is misread is ignored here:
 * another rule reports it, and findings that depend on it are reported only when it is fixed.
 */
export function readInvocation(context: RuleContext): Invocation {
  const fields = ownFields(context);
  return {
    byModel: flagOf(fields?.get('disable-model-invocation')?.value, context.document.runtime) !== true,
    byUsers: flagOf(fields?.get('user-invocable')?.value, context.document.runtime) !== false,
  };
}

/** A flag whose spelling means what the runtime reads; undefined for an absent flag and for one that is misread. */
function flagOf(value: YamlValue | undefined, runtime: RuntimeId): boolean | undefined {
  const reading = readFlag(value, runtime);
  return reading && saysWhatIsRead(value, runtime) ? reading.value : undefined;
}

/**
 * Whether a flag is spelled so that the runtime reads what a reader expects. A release that does not support `off`
 * still reads it as false, as it does every unknown value.
 */
export function saysWhatIsRead(value: YamlValue | undefined, runtime: RuntimeId): boolean {
  const reading = readFlag(value, runtime);
  const meant = readFlag(value, DEFAULT_RUNTIME);
  return reading?.understood === true || (meant?.understood === true && meant.value === reading?.value);
}
