// Choices and positions in words, for the text board and for typed commands.
import type { Field, Race } from "./names";

export const say = (_field: Field, action: number, _race: Race) => String(action);
export const describe = (_view: object, _field: object, _names: string[], _viewer: number) => ({ grid: "", lines: [] as string[] });
export const readChoice = (_field: object, legal: number[], typed: string, _view: object) => legal[Number(typed) - 1] ?? null;
export const isNotation = (_typed: string) => false;
