import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, cliCommand, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const hasNeovim = !spawnSync('nvim', ['--version']).error;
if (!hasNeovim)
  console.warn('Neovim is not installed: `apt-get install neovim` to test the set-up of docs/editors/neovim.md');

const page = path.resolve(import.meta.dirname, '../../docs/editors/neovim.md');

const skill = `---
name: Plant Beans
description: Sows beans in rows. Use when the soil is warm.
arguments: [bed]
---

Sow them in $bed.
`;

/** What a user does, and what Neovim has afterwards. */
const driver = `
local seen = {}
local function wait(what, holds)
  if not vim.wait(20000, holds, 50) then seen.missing = what end
end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
vim.cmd('edit .claude/skills/plant-beans/SKILL.md')
local file = vim.api.nvim_get_current_buf()
wait('diagnostics', function() return #vim.diagnostic.get(file) > 0 end)
seen.diagnostics = vim.tbl_map(function(it) return { it.code, it.lnum, it.severity } end, vim.diagnostic.get(file))

vim.ui.select = function(items, options, choose)
  seen.actions = vim.tbl_map(function(it) return options.format_item(it) end, items)
  choose(items[1], 1)
end
vim.api.nvim_win_set_cursor(0, { 2, 8 })
vim.lsp.buf.code_action()
wait('a fix', function() return lines()[2] == 'name: plant-beans' end)
wait('no diagnostics', function() return #vim.diagnostic.get(file) == 0 end)

vim.api.nvim_buf_set_lines(0, 4, 4, false, { 'all' })
vim.api.nvim_win_set_cursor(0, { 5, 2 })
local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', vim.lsp.util.make_position_params(), 20000)
seen.completions = {}
for _, answer in pairs(answers or {}) do
  local items = answer.result.items or answer.result
  for _, item in ipairs(items) do table.insert(seen.completions, item.label) end
end
vim.api.nvim_buf_set_lines(0, 4, 5, false, {})

vim.api.nvim_win_set_cursor(0, { 7, 14 })
vim.lsp.buf.rename('row')
wait('a rename', function() return lines()[7] == 'Sow them in $row.' end)
seen.renamed = lines()

vim.cmd('SkillPreview the sun')
wait('a preview', function() return vim.bo.buftype == 'nofile' end)
seen.preview = lines()
vim.fn.writefile({ vim.fn.json_encode(seen) }, 'seen.json')
vim.cmd('qall!')
`;

describe.skipIf(!hasNeovim)('Neovim, set up as its page says', () => {
  test('shows findings, fixes one, completes, renames and previews', async () => {
    const init = /```lua\n([\s\S]*?)```/
      .exec(await readFile(page, 'utf8'))![1]!
      .replace(
        'workspaceTrusted = true',
        "workspaceTrusted = true, settings = { rules = { ['name-format'] = 'error' } }",
      );
    const folder = await temporaryFolder({
      '.claude/skills/plant-beans/SKILL.md': skill,
      'init.lua': init,
      'driver.lua': driver,
      'bin/skillwright': `#!/bin/sh\nexec ${cliCommand()
        .map((word) => `'${word}'`)
        .join(' ')} "$@"\n`,
    });
    await chmod(`${folder}/bin/skillwright`, 0o755);
    await writeFile(`${folder}/.git`, '');
    const run = spawnSync('nvim', ['--headless', '--clean', '-u', 'init.lua', '-c', 'luafile driver.lua'], {
      cwd: folder,
      env: { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder },
      timeout: 100_000,
      encoding: 'utf8',
    });
    const seen = JSON.parse(await readFile(`${folder}/seen.json`, 'utf8').catch(() => JSON.stringify(run.stderr)));
    expect(seen).toMatchObject({
      diagnostics: [['name-format', 1, 1]],
      actions: expect.arrayContaining([expect.stringContaining('plant-beans')]),
      completions: expect.arrayContaining(['allowed-tools']),
    });
    expect(seen.missing).toBeUndefined();
    expect(seen.renamed.slice(1)).toEqual([
      'name: plant-beans',
      'description: Sows beans in rows. Use when the soil is warm.',
      'arguments: [row]',
      '---',
      '',
      'Sow them in $row.',
    ]);
    expect(seen.preview.join('\n')).toContain('Sow them in the.');
  });
});
