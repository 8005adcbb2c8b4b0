import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { openVsCode } from './host/vscode.ts';

test('validator', { timeout: 200_000 }, async () => {
  mkdirSync('/tmp/vv', { recursive: true });
  const cases: Record<string, string> = {
    a: '---\ndescription: x\n---\nbody\n',
    b: '---\nname: b\n---\nbody\n',
    c: '---\nname: Bad_Name\ndescription: x\n---\n',
    d: '---\nname: d\ndescription: ""\nargument-hint: [a]\nuser-invocable: yes\ndisable-model-invocation: "true"\ncontext: fork\n---\n',
    e: '---\nname: e\nuser-invocable: false\ndisable-model-invocation: false\n---\n',
    f: '---\nname: [x]\ndescription: {a: b}\n---\n',
    g: '---\nname: g\nname: g2\ndescription: a: b\n---\n',
    h: '---\nname: h\ndescription: x\n\tfoo: "unclosed\nbar\n---\n[a](x.md#frag) [b](#frag) [c](mailto:a@b.c) [d](https://x.y) [e](SKILL.md "t") ![i](i.png) `[j](j.md)` #file:k.md [l](../l/) [m](<m.md>) [n][o]\n\n[o]: o.md\n#tool:nope\n',
    i: 'no header\n',
    j: '---\nname: j\ndescription: |\n  ' + 'long '.repeat(400) + '\n---\n',
    k: '---\nname: ' + 'k'.repeat(80) + '\ndescription: x\n---\n',
    l: '---\nname: l\ndescription: x\n',
    m: '---\nname: m\ndescription: x\nwhen_to_use: y\nallowed-tools: Read\nmodel: opus\nhooks: {}\npaths: a\nversion: 1\nlicense: MIT\nmetadata: {a: b}\ncompatibility: z\nagent: Explore\neffort: high\nshell: bash\narguments: a\n---\n',
    n: '---\nname: \ndescription: \nuser-invocable: \n---\n',
    o: '---\n- a\n---\n',
    p: '---\nname: "p\ndescription: x\n---\n',
    q: '---\nname: q\ndescription: x: y # c\nfoo: *al\nbar: &x 1\nbaz: !t 1\n---\n',
  };
  for (const [n, s] of Object.entries(cases)) {
    mkdirSync(`/tmp/vv/.claude/skills/${n}`, { recursive: true });
    writeFileSync(`/tmp/vv/.claude/skills/${n}/SKILL.md`, s);
  }
  const v = await openVsCode({ workspace: '/tmp/vv' });
  writeFileSync('/tmp/vv.out', '');
  try {
    const w = v.workbench;
    for (const n of Object.keys(cases)) {
      await w.openFile(`.claude/skills/${n}/SKILL.md`);
      await w.page.waitForTimeout(900);
      const ps = await w.problems();
      appendFileSync(
        '/tmp/vv.out',
        `== ${n}\n${cases[n]!.slice(0, 300)}\n` +
          ps
            .map(
              (p) =>
                `${p.severity} ${p.start.line}:${p.start.column}-${p.end.line}:${p.end.column} ${p.code ?? ''} ${p.message.replace(v.workspace, '')}`,
            )
            .join('\n') +
          '\n' +
          JSON.stringify(await w.editor.underlines()) +
          '\n',
      );
      await w.runCommand('View: Close Editor');
      await w.page.waitForTimeout(300);
    }
  } finally {
    await v.close();
  }
});
