// Writes what is generated from the rules and from dialects.json:
//
//   npm run generate
//   npm run generate -- --check     changes nothing, and fails if a file differs from what would be written
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateFiles } from './generated-files.ts';

const root = process.cwd();

async function run(isCheck: boolean): Promise<void> {
  const different = (await generateFiles(root)).filter(({ written, generated }) => written !== generated);
  if (isCheck && different.length > 0) {
    const names = different.map((file) => `${file.path} differs from what is generated\n`);
    throw new Error(`${names.join('')}Run \`npm run generate\`.`);
  }
  for (const file of different) {
    await writeFile(path.join(root, file.path), file.generated);
    console.log(file.path);
  }
}

try {
  await run(process.argv.includes('--check'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
