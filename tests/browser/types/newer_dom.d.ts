// Parts of the DOM that browsers have and the library of TypeScript 4.8 lacks. Newer versions have them too, with
// compatible types.

interface CanvasPath {
  roundRect(x: number, y: number, width: number, height: number, radii?: number): void;
}

interface FocusOptions {
  focusVisible?: boolean;
}

interface HTMLElement {
  togglePopover(): void;
  hidePopover(): void;
}

interface ToggleEvent extends Event {
  readonly newState: string;
}

interface ImportCallOptions {
  with?: { type: string };
}

declare module "*.json" {
  const entries: Record<string, string>;
  export default entries;
}
