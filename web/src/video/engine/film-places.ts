export const FILM = { width: 640, height: 360 }

export type Place = { x: number; y: number; width: number; height: number }

function grid(count: number, within: Place): Place[] {
  const columns = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / columns)
  const [width, height] = [within.width / columns, within.height / rows]
  return Array.from({ length: count }, (_, index) => ({
    x: within.x + (index % columns) * width,
    y: within.y + Math.floor(index / columns) * height,
    width,
    height,
  }))
}

/** A screen that is shown takes three quarters, and the people the column beside it. */
export function placesOf(people: number, hasScreen: boolean): { screen: Place | null; people: Place[] } {
  const whole = { x: 0, y: 0, ...FILM }
  if (!hasScreen) return { screen: null, people: grid(people, whole) }
  const width = (FILM.width * 3) / 4
  const column = { width: FILM.width - width, height: FILM.height / Math.max(3, people) }
  return {
    screen: { x: 0, y: 0, width, height: FILM.height },
    people: Array.from({ length: people }, (_, index) => ({ x: width, y: index * column.height, ...column })),
  }
}

/** The whole picture inside its place, as large as it can be. */
export function fitInto(place: Place, width: number, height: number): Place {
  if (width === 0 || height === 0) return { ...place, width: 0, height: 0 }
  const scale = Math.min(place.width / width, place.height / height)
  const size = { width: width * scale, height: height * scale }
  return { x: place.x + (place.width - size.width) / 2, y: place.y + (place.height - size.height) / 2, ...size }
}
