import { readFlag } from '../../dialect/coercion.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import type { RuleContext } from '../rule.ts';
import { ownFields } from './own-fields.ts';

/** Who may invoke a skill or command. */
export interface Invocation {
  readonly byModel: boolean;
  readonly byUsers: boolean;
}

/**
 * Who may invoke a skill or command, as its author put it. A flag in a spelling that is read otherwise than it says
 * counts for nothing here: that is a finding of its own, and others are drawn from it only when it is mended.
 */
export function readInvocation(context: RuleContext): Invocation {
  const fields = ownFields(context);
  return {
    byModel: flagOf(fields?.get('disable-model-invocation')?.value, context.runtime) !== true,
    byUsers: flagOf(fields?.get('user-invocable')?.value, context.runtime) !== false,
  };
}

/** A flag whose spelling means what the runtime reads; undefined for an absent flag and for one that is misread. */
function flagOf(value: YamlValue | undefined, runtime: RuntimeId): boolean | undefined {
  const reading = readFlag(value, runtime);
  return reading && saysWhatIsRead(value, runtime) ? reading.value : undefined;
}

/**
 * Whether a flag is spelt so that the runtime reads what a person reads. Release 2.1.7 knows no `off`, yet reads it as
 * false as it does everything that it does not know.
 */
export function saysWhatIsRead(value: YamlValue | undefined, runtime: RuntimeId): boolean {
  const reading = readFlag(value, runtime);
  const meant = readFlag(value, 'claude-code');
  return reading?.understood === true || (meant?.understood === true && meant.value === reading?.value);
}
