import { expect, test, vi } from 'vitest';
import { URI } from 'vscode-uri';
import { watchedResults } from '../../../client/src/evaluations/results/watched-results.ts';

vi.mock('vscode', async () => {
  const { Utils } = await import('vscode-uri');
  return {
    RelativePattern: class {
      readonly baseUri: URI;
      readonly pattern: string;
      constructor(baseUri: URI, pattern: string) {
        this.baseUri = baseUri;
        this.pattern = pattern;
      }
    },
    Uri: { joinPath: Utils.joinPath },
    workspace: {
      getWorkspaceFolder: ({ path }: URI) => (`${path}/`.startsWith('/w/') ? { uri: URI.file('/w') } : undefined),
    },
  };
});

const names = '{aggregate-result,benchmark,grading}.json';

test.each([
  ['/w/evals/results/1/aggregate-result.json', '/w/evals/results', `**/${names}`],
  ['/w/pdf-workspace/iteration-1', '/w', `**/${names}`],
  // Never a folder around the workspace, or all of another one: that may be a whole disk.
  ['/w/benchmark.json', '/w', `**/${names}`],
  ['/w', '/w', `**/${names}`],
  ['/tmp/benchmark.json', '/tmp', names],
  ['/home/me/evals/results/1/aggregate-result.json', '/home/me/evals/results/1', names],
])('of %s, %s is watched for %s', (shown, folder, pattern) => {
  const watched = watchedResults(URI.file(shown));
  expect([watched.baseUri.path, watched.pattern]).toEqual([folder, pattern]);
});
