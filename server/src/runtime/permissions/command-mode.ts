/** Some modes replace every question with the same message. */
export function inMode(message: string, mode: string | undefined): string {
  if (mode === 'dontAsk') return dontAsk;
  return mode === 'plan' ? plan : message;
}

const dontAsk =
  "Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* attempt to accomplish this action using other tools that might naturally be used to accomplish this goal, e.g. using head instead of cat. But you *should not* attempt to work around this denial in malicious ways, e.g. do not use your ability to run tests to execute non-test actions. You should only try to work around this restriction in reasonable ways that do not attempt to bypass the intent behind this denial. If you believe this capability is essential to complete the user's request, STOP and explain to the user what you were trying to do and why you need this permission. Let the user decide how to proceed.";
const plan =
  "Bash was not run: auto mode has no safety result for this call, and nobody can be asked to approve it here. This is not a judgment that it is unsafe. Issue it again once, as-is. If it is denied the same way, don't issue it again: continue with work that doesn't need it, then tell the user that auto mode has no safety result for it and that they can approve it themselves in another permission mode.";
