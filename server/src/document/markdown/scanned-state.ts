import MarkdownIt from 'markdown-it';

const State = MarkdownIt.StateBlock;

/** The state that the block rules of the library work on. */
export type BlockState = InstanceType<typeof State>;

type BlockToken = ReturnType<InstanceType<typeof State>['push']>;

/**
 * A block, as far as the block rules need it. Not one of the library's own, nor of another class: each of their properties is
 * defined on its own, which is slow.
 */
function scannedToken(type: string, tag: string, nesting: number, level: number) {
  return {
    type,
    tag,
    nesting,
    level,
    block: true,
    map: null,
    content: '',
    markup: '',
    info: '',
    attrs: null,
    children: null,
    meta: null,
    hidden: false,
  };
}

/** The state of the library's block rules, which finds lines by searching for line feeds, not by reading each character. */
export class ScannedState extends State {
  constructor(...[source, ...others]: ConstructorParameters<typeof State>) {
    super('', ...others);
    this.src = source;
    // With room for all lines: arrays that grow are copied again and again.
    const count = countOfFeeds(source) + 2;
    const bMarks = new Array<number>(count);
    const eMarks = new Array<number>(count);
    const tShift = new Array<number>(count);
    const sCount = new Array<number>(count);
    const bsCount = new Array<number>(count);
    let lines = 0;
    const addLine = (start: number, end: number, indent: number, column: number): void => {
      bMarks[lines] = start;
      eMarks[lines] = end;
      tShift[lines] = indent;
      sCount[lines] = column;
      bsCount[lines] = 0;
      lines++;
    };
    for (let start = 0; start < source.length; ) {
      const feed = source.indexOf('\n', start);
      const end = feed < 0 ? source.length : feed;
      let first = start;
      let column = 0;
      for (; first < end; first++) {
        const unit = source.charCodeAt(first);
        if (unit === 9 /* tab */) column += 4 - (column % 4);
        else if (unit === 32 /* space */) column++;
        else break;
      }
      // Whitespace after the last line feed is not a line.
      if (feed >= 0 || first < end) addLine(start, end, first - start, column);
      start = end + 1;
    }
    this.lineMax = lines;
    addLine(source.length, source.length, 0, 0);
    for (const marks of [bMarks, eMarks, tShift, sCount, bsCount]) marks.length = lines;
    this.bMarks = bMarks;
    this.eMarks = eMarks;
    this.tShift = tShift;
    this.sCount = sCount;
    this.bsCount = bsCount;
  }

  /** Of the texts of blocks, only that of an underlined heading is used; it is read as a paragraph. */
  override getLines(...lines: Parameters<BlockState['getLines']>): string {
    return this.parentType === 'paragraph' ? super.getLines(...lines) : '';
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): BlockToken {
    if (nesting < 0) this.level--;
    const token = scannedToken(type, tag, nesting, this.level) as unknown as BlockToken;
    if (nesting > 0) this.level++;
    this.tokens.push(token);
    return token;
  }
}

function countOfFeeds(source: string): number {
  let count = 0;
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) count++;
  return count;
}
