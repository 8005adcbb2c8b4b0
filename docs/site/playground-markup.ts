/** What is put into the page; all of it is our own. */
interface PlaygroundParts {
  /** The Content Security Policy. */
  readonly policy: string;
  /** Of the style sheets that the policy allows. */
  readonly nonce: string;
  /** An address. */
  readonly icon: string;
  readonly style: string;
  readonly script: string;
  /** The script of the language server, compressed, as Base64. It comes last: the page is shown before it has arrived. */
  readonly server: string;
  /** What the server says of the first example, as JSON. */
  readonly firstFindings: string;
  /** The release that the server was verified with. */
  readonly verified: string;
}

/** The HTML of the playground. */
export function playgroundMarkup({
  policy,
  nonce,
  icon,
  style,
  script,
  server,
  firstFindings,
  verified,
}: PlaygroundParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Playground · Skillwright</title>
<link rel="icon" href="${icon}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
<div class="title">
<h1><a href="index.html">Skillwright</a> Playground</h1>
<p>See what Claude Code does with a skill. Nothing you type leaves this page.</p>
</div>
<div class="actions">
<label for="example">Example</label>
<select id="example"></select>
<button type="button" id="reset">Reset</button>
<button type="button" id="copy" class="primary">Copy Link</button>
</div>
</header>
<p id="said" role="status"></p>
<main>
<section class="write" aria-labelledby="file">
<h2 id="file">SKILL.md</h2>
<div id="editor"></div>
<p id="keys"><span><kbd>F8</kbd> next finding</span> <span><kbd class="mod">Ctrl</kbd> <kbd>.</kbd> fixes</span> <span><kbd>Ctrl</kbd> <kbd>Space</kbd> suggestions</span> <span><kbd>Tab</kbd> leaves the editor</span></p>
</section>
<section class="read" aria-label="What Claude Code does with it">
<div id="tabs"></div>
<div class="panels">
<div id="panel-findings" tabindex="0" aria-busy="true"></div>
<div id="panel-preview" tabindex="0" hidden></div>
<div id="panel-listing" tabindex="0" hidden></div>
</div>
</section>
</main>
<noscript><p>The playground needs JavaScript, and no server.</p></noscript>
<footer>
<p>${verified}</p>
<p><a href="docs/rules/index.html">All rules</a> · <a href="playground-licenses.txt">Licenses</a></p>
</footer>
<script type="application/json" id="first-findings">${firstFindings}</script>
<script>${script}</script>
<script type="text/plain" id="server">${server}</script>
</body>
</html>
`;
}
