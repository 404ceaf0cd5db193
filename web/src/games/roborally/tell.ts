// Events in words, by keys of the language files; the counterpart of event_text.py.
import type { SeenEvent } from "../../net/messages";
import type { Telling } from "../game";

export const tell = (_field: object, _event: SeenEvent, _names: string[]): Telling | null => null;
