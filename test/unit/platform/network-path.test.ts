import { describe, expect, test } from 'vitest';
import { isNetworkPath } from '../../../server/src/platform/network-path.ts';

describe('a path that names another machine', () => {
  test.each([
    '\\\\host\\share',
    '//host/share',
    '\\/host/share',
    '/\\host\\share',
    ' \\\\host\\share ',
    '\\\\host@SSL\\DavWWWRoot\\x',
    '\\\\?\\UNC\\host\\share',
    '//?/UNC/host/share',
    '\\\\.\\UNC\\host\\share',
    '\\??\\UNC\\host\\share',
    '\\\\?\\GLOBALROOT\\Device\\Mup\\host\\share',
    '\\\\.\\pipe\\x',
    'file://host/share',
    'FILE://host/share',
    'file:\\\\host\\share',
    'file:////host/share',
    'file:///%2Fhost/share',
    'file://localhost//host/share',
    'file:%2F%2Fhost/share',
    'file:///\\host/share',
  ])('%s', (path) => expect(isNetworkPath(path)).toBe(true));

  test.each([
    '/home/ada',
    './skills',
    '../skills',
    '~/skills',
    'C:\\Users\\ada',
    'c:/Users/ada',
    '\\\\?\\C:\\Users\\ada',
    '//?/c:/Users/ada',
    'file:///home/ada',
    'file:///C:/Users/ada',
    'file://localhost/home',
    'a//b',
    '',
    '/',
    '//',
    'filer',
  ])('is not %j', (path) => expect(isNetworkPath(path)).toBe(false));
});
