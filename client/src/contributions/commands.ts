import type { NamedCommand } from '../../../server/src/protocol.ts';
import { all, type Condition, inFocusedList, inTab, isTrusted, key, not, onMachine } from './conditions.ts';

/** A command of the extension, as VS Code shows it. */
export interface Command {
  readonly title: string;
  /** A codicon. */
  readonly icon?: string;
  /** Without it, the command is gray. */
  readonly enabled?: Condition;
  readonly keys?: readonly KeyBinding[];
}

interface KeyBinding {
  readonly key: string;
  readonly mac?: string;
  readonly when: Condition;
  readonly args?: string;
}

/** The commands of the extension by their names, which follow `skillwright.` in their ids. */
export const commands = {
  getStarted: { title: 'Get Started' },
  restartServer: { title: 'Restart Language Server' },
  showOutput: { title: 'Show Output' },
  openRulePage: { title: 'Open Rule Page…' },
  openSkill: { title: 'Open Skill' },
  openSkillToSide: {
    title: 'Open Skill to the Side',
    icon: 'split-horizontal',
    keys: [{ key: 'ctrl+enter', when: inFocusedList('skills'), args: 'selection' }],
  },
  newSkill: { title: 'New Skill…', icon: 'add', enabled: isTrusted },
  importSkill: { title: 'Import Skill…', icon: 'cloud-download', enabled: isTrusted },
  readyToPublish: { title: 'Ready to Publish?' },
  whyUsed: { title: 'Why Is This Skill Used, or Not?' },
  showFieldMatrix: { title: 'Show Field Support' },
  showSkillSessions: { title: 'Show Past Sessions of This Skill', icon: 'history', enabled: all(isTrusted, onMachine) },
  showSession: { title: 'Show Past Session…', icon: 'history', enabled: all(isTrusted, onMachine) },
  stopReadingSessions: { title: 'Stop Reading Past Sessions', icon: 'debug-stop' },
  share: { title: 'Share or Package…', icon: 'live-share', enabled: isTrusted },
  exportSkill: { title: 'Export Skill as ZIP File…', icon: 'file-zip', enabled: isTrusted },
  uploadSkill: {
    title: 'Upload to the Claude API…',
    icon: 'cloud-upload',
    enabled: all(isTrusted, not(key('inBrowser'))),
  },
  uploadedSkills: { title: 'Uploaded Skills…', icon: 'cloud', enabled: all(isTrusted, not(key('inBrowser'))) },
  apiKey: { title: 'Manage API Key…', enabled: not(key('inBrowser')) },
  reviewTrust: { title: 'Review Trust', icon: 'shield' },
  showOrigin: { title: 'Show Origin' },
  compareWith: { title: 'Compare with Revision…', icon: 'git-compare', enabled: all(isTrusted, onMachine) },
  enableSkill: { title: 'Enable Skill', icon: 'eye', enabled: isTrusted },
  showNameOnly: { title: 'Show Only Skill Name to Model', enabled: isTrusted },
  allowSkill: { title: 'Always Allow Skill…', enabled: isTrusted },
  disableSkill: { title: 'Disable Skill', icon: 'eye-closed', enabled: isTrusted },
  renameSkill: {
    title: 'Rename Skill…',
    enabled: isTrusted,
    keys: [{ key: 'f2', when: inFocusedList('skills'), args: 'selection' }],
  },
  duplicateSkill: { title: 'Duplicate Skill…', enabled: isTrusted },
  moveSkill: { title: 'Move Skill To…', enabled: isTrusted },
  copySkill: { title: 'Copy Skill To…', enabled: isTrusted },
  copyInvocation: {
    title: 'Copy Invocation',
    icon: 'copy',
    keys: [{ key: 'ctrl+c', mac: 'cmd+c', when: inFocusedList('skills'), args: 'selection' }],
  },
  useInChat: { title: 'Use Skill in Chat' },
  copyPath: {
    title: 'Copy Path',
    keys: [{ key: 'shift+alt+c', mac: 'alt+cmd+c', when: inFocusedList('skills'), args: 'selection' }],
  },
  revealInExplorer: { title: 'Reveal in Explorer View' },
  revealInOs: {
    title: 'Reveal in File Manager',
    keys: [{ key: 'shift+alt+r', mac: 'alt+cmd+r', when: inFocusedList('skills'), args: 'selection' }],
  },
  deleteSkill: {
    title: 'Delete Skill',
    icon: 'trash',
    enabled: isTrusted,
    keys: [{ key: 'delete', mac: 'cmd+backspace', when: inFocusedList('skills'), args: 'selection' }],
  },
  undo: {
    title: 'Undo Last Skill Change',
    icon: 'discard',
    enabled: all(isTrusted, key('canUndo')),
    keys: [{ key: 'ctrl+z', mac: 'cmd+z', when: all(inFocusedList('skills'), key('canUndo')) }],
  },
  addPluginFolder: { title: 'Add to Session as Plugin Folder', icon: 'plug', enabled: isTrusted },
  linkSkills: { title: 'Link Skills to Claude Code', icon: 'link', enabled: isTrusted },
  removePluginFolder: { title: 'Remove Plugin Folder from Session', icon: 'debug-disconnect', enabled: isTrusted },
  fixAll: { title: 'Fix All Safe Problems' },
  fixAllInWorkspace: { title: 'Fix All Safe Problems in Workspace…', enabled: isTrusted },
  organizeFrontmatter: { title: 'Organize Frontmatter' },
  makePortable: { title: 'Make Skill Portable…' },
  turnOffVscodeChecks: { title: 'Turn Off VS Code’s Own Checks of These Skills', enabled: isTrusted },
  fixWithClaudeCode: { title: 'Fix with Claude Code…', enabled: isTrusted },
  turnOffRule: { title: 'Turn Off Rule' },
  filterSkills: { title: 'Filter Skills…', icon: 'filter' },
  showSkillsWithProblems: { title: 'Show Only Skills with Problems' },
  checkAllSkills: { title: 'Check All Skills', icon: 'checklist' },
  askClaudeCode: { title: 'Ask Claude Code', icon: 'refresh', enabled: all(isTrusted, onMachine) },
  stopAsking: { title: 'Stop Asking Claude Code', icon: 'debug-stop' },
  showAskedDocument: { title: 'Show What Claude Code Sees', icon: 'go-to-file' },
  openReport: { title: 'Open Report', icon: 'output' },
  openResults: { title: 'Open Evaluation Results', icon: 'graph' },
  compareResults: { title: 'Compare Results with Earlier Ones…', icon: 'git-compare', enabled: inTab('results') },
  judgeResults: { title: 'Judge with Claude Code…', enabled: all(inTab('results'), isTrusted, onMachine) },
  runOldVersion: { title: 'Run Old Version…', enabled: all(inTab('results'), isTrusted, onMachine) },
  exportResults: { title: 'Export Results…', icon: 'export', enabled: inTab('results') },
  stopChecking: { title: 'Stop Checking Skills', icon: 'debug-stop' },
  clearProblems: { title: 'Clear Problems of Closed Files' },
  clearFilter: { title: 'Clear Skill Filter', icon: 'filter-filled' },
  groupSkills: { title: 'Group Skills By…', icon: 'list-tree' },
  hideEmptyGroups: { title: 'Hide Empty Groups' },
  showEmptyGroups: { title: 'Show Empty Groups' },
  refreshSkills: { title: 'Refresh Skills', icon: 'refresh' },
  openBudget: { title: 'Open Budget and Costs', icon: 'open-preview' },
  showListing: { title: 'Show Exactly What the Model Sees' },
  resetWhatIf: { title: 'Reset Listing Budget What-If', enabled: key('hasWhatIf') },
  runSkill: { title: 'Run Skill…', icon: 'play', enabled: all(isTrusted, onMachine) },
  openRun: { title: 'Open Run' },
  stopRun: { title: 'Stop Run', icon: 'debug-stop' },
  runAgain: { title: 'Run Again', icon: 'debug-rerun', enabled: all(isTrusted, onMachine) },
  runWithArguments: { title: 'Run Again with Other Arguments…', enabled: all(isTrusted, onMachine) },
  runWithModel: { title: 'Run Again with Another Model…', enabled: all(isTrusted, onMachine) },
  resumeRun: { title: 'Resume in Terminal', icon: 'terminal', enabled: all(isTrusted, onMachine) },
  openTranscript: { title: 'Open Transcript' },
  showRunSession: { title: 'Show Session', enabled: all(isTrusted, onMachine) },
  copySessionId: { title: 'Copy Session ID' },
  testSkill: { title: 'Test Skill…', icon: 'beaker', enabled: isTrusted },
  newEvaluationCase: { title: 'New Evaluation Case…', enabled: isTrusted },
  newEvaluationCaseFromSession: { title: 'New Evaluation Case from Past Session…', enabled: all(isTrusted, onMachine) },
  newEvaluationCaseFromRun: { title: 'New Evaluation Case from This Run…', enabled: all(isTrusted, onMachine) },
  convertEvaluations: { title: 'Convert Evaluations…', enabled: isTrusted },
  measureTriggering: { title: 'Measure Triggering…', icon: 'target', enabled: all(isTrusted, onMachine) },
  improveDescription: { title: 'Improve Description…', enabled: all(isTrusted, onMachine) },
  deleteRun: {
    title: 'Delete Run',
    icon: 'trash',
    keys: [{ key: 'delete', mac: 'cmd+backspace', when: inFocusedList('runs'), args: 'selection' }],
  },
  clearRuns: { title: 'Delete All Runs…', icon: 'clear-all' },
  markAsMet: { title: 'Mark as Met', icon: 'pass' },
  markAsNotMet: { title: 'Mark as Not Met', icon: 'error' },
  previewInvocation: {
    title: 'Preview Invocation with Arguments',
    icon: 'eye',
    keys: [
      {
        key: 'ctrl+k shift+v',
        mac: 'cmd+k shift+v',
        when: String.raw`editorTextFocus && resourceFilename =~ /^skill\.md$/i || editorTextFocus && resourceScheme == untitled && editorLangId == skill || editorTextFocus && resourcePath =~ /\.claude.commands.+\.md$/`,
      },
    ],
  },
  previewLock: { title: 'Lock Preview to Current Skill', icon: 'unlock' },
  previewUnlock: { title: 'Unlock Preview', icon: 'lock' },
  previewChooseArguments: { title: 'Choose Recent Arguments…', icon: 'history' },
  previewChooseNewer: { title: 'Choose Skills Invoked Afterwards…' },
  previewCopyText: { title: 'Copy Preview Text', icon: 'copy' },
  previewCopyInvocation: { title: 'Copy Invocation with Arguments' },
  previewOpenText: { title: 'Open Preview Text in Editor', icon: 'go-to-file' },
  previewCompareArguments: { title: 'Compare with Other Arguments…', icon: 'diff' },
  previewRunInjections: { title: 'Run Preview Commands…', icon: 'run-all', enabled: all(isTrusted, onMachine) },
  proveInvocation: { title: 'Prove with Claude Code', icon: 'verified', enabled: all(isTrusted, onMachine) },
  showGradedRun: { title: 'Show Graded Run', icon: 'beaker', enabled: all(isTrusted, onMachine) },
  previousGradedRun: { title: 'Previous Run', icon: 'arrow-left' },
  nextGradedRun: { title: 'Next Run', icon: 'arrow-right' },
  toggleRawTrace: { title: 'Toggle Raw Trace', icon: 'json' },
} as const satisfies Readonly<Record<string, Command> & Record<NamedCommand, Command>>;

export type CommandName = keyof typeof commands;
