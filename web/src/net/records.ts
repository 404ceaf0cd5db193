// A game's records as the server sends them: bytes, what they mean, and which of them an event changes.
import type { SeenEvent } from "./messages";

/** A record: its size, and the name, place, kind (bytes of a number, or a record) and length (0: no list) of each member. */
export interface Layout {
  size: number;
  members: [name: string, place: number, kind: number | Layout, length: number][];
}

/** What happened, and the places and values of the bytes that it changed. */
export interface Change {
  event: SeenEvent;
  patch: Uint8Array;
}

const COUNT = 2; // bytes of the number of changed bytes,
const CHANGED = 3; // and of a place and its value

export const unpack = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Events with what each of them changes; a ghost may have more events than are certain to change anything. */
export function changesOf(events: SeenEvent[], patch: string): Change[] {
  const octets = unpack(patch);
  let end = 0;
  return events.map((event) => {
    const begun = end + COUNT;
    const count = (octets[end] ?? 0) + ((octets[end + 1] ?? 0) << 8);
    end = begun + count * CHANGED;
    return { event, patch: octets.subarray(begun, end) };
  });
}

export function change(octets: Uint8Array, { patch }: Change) {
  for (let at = 0; at < patch.length; at += CHANGED) {
    octets[(patch[at] ?? 0) + ((patch[at + 1] ?? 0) << 8)] = patch[at + 2] ?? 0;
  }
}

function number(data: DataView, place: number, size: number): number {
  switch (size) {
    case 1: return data.getInt8(place);
    case 2: return data.getInt16(place, true);
    case 4: return data.getInt32(place, true);
    default: return Number(data.getBigInt64(place, true));
  }
}

function read(data: DataView, from: number, layout: Layout): object {
  const record: Record<string, unknown> = {};
  for (const [name, place, kind, length] of layout.members) {
    const size = typeof kind === "number" ? kind : kind.size;
    const one = (at: number) => (typeof kind === "number" ? number(data, at, kind) : read(data, at, kind));
    record[name] = length ? Array.from({ length }, (_, item) => one(from + place + item * size)) : one(from + place);
  }
  return record;
}

/** A record by the names of its members. */
export const decode = (octets: Uint8Array, layout: Layout): object => read(new DataView(octets.buffer, octets.byteOffset), 0, layout);
