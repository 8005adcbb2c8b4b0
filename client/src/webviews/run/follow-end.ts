/** This close to the end counts as at the end. In pixels. */
const tolerance = 8;

/** So long after a key or the wheel, scrolling is the user's. In milliseconds. */
const userScrolls = 600;

const scrollKeys = new Set(['ArrowUp', 'PageUp', 'Home', 'ArrowDown', 'PageDown', 'End', ' ', 'Tab']);

/**
 * Keeps the end of a growing page in sight, for as long as the user does not scroll away from it. The page also scrolls
 * when its parts get their real heights, which does not count.
 */
export class FollowEnd {
  readonly #scroller: HTMLElement;
  readonly #changed: (following: boolean) => void;
  #following = true;
  #userActed = Number.NEGATIVE_INFINITY;
  #isDragging = false;

  /** @param changed told when the user has left the end, or is back */
  constructor(scroller: HTMLElement, content: HTMLElement, changed: (following: boolean) => void) {
    this.#scroller = scroller;
    this.#changed = changed;
    const act = () => {
      this.#userActed = performance.now();
    };
    for (const name of ['wheel', 'touchmove'] as const) scroller.addEventListener(name, act, { passive: true });
    scroller.addEventListener('keydown', ({ key }) => scrollKeys.has(key) && act());
    // Of the scroll bar.
    scroller.addEventListener('pointerdown', () => this.#drag(true));
    window.addEventListener('pointerup', () => this.#drag(false));
    scroller.addEventListener('scroll', () => this.#scrolled());
    const grown = new ResizeObserver(() => this.#follow());
    grown.observe(content);
    grown.observe(scroller);
    scroller.classList.add('following');
  }

  get following(): boolean {
    return this.#following;
  }

  toEnd(): void {
    this.#set(true);
    this.#follow();
  }

  /** Whatever grows, what is visible stays. */
  leave(): void {
    this.#set(false);
  }

  #drag(isDragging: boolean): void {
    if (this.#isDragging) this.#userActed = performance.now();
    this.#isDragging = isDragging;
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    if (scrollHeight - clientHeight - scrollTop <= tolerance) this.#set(true);
    else if (this.#isDragging || performance.now() - this.#userActed < userScrolls) this.#set(false);
    else this.#follow();
  }

  #follow(): void {
    if (this.#following && !this.#isDragging) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #set(following: boolean): void {
    if (this.#following === following) return;
    this.#following = following;
    this.#scroller.classList.toggle('following', following);
    this.#changed(following);
  }
}
