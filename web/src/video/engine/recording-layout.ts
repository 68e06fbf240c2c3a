export const RECORDING_SIZE = { width: 640, height: 360 }

export type Area = { x: number; y: number; width: number; height: number }

function grid(count: number, within: Area): Area[] {
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

/** A shared screen takes three quarters of the width, people the column next to it. */
export function areasOf(people: number, hasScreen: boolean): { screen: Area | null; people: Area[] } {
  const whole = { x: 0, y: 0, ...RECORDING_SIZE }
  if (!hasScreen) return { screen: null, people: grid(people, whole) }
  const width = (RECORDING_SIZE.width * 3) / 4
  const column = { width: RECORDING_SIZE.width - width, height: RECORDING_SIZE.height / Math.max(3, people) }
  return {
    screen: { x: 0, y: 0, width, height: RECORDING_SIZE.height },
    people: Array.from({ length: people }, (_, index) => ({ x: width, y: index * column.height, ...column })),
  }
}

/** The largest size at which the whole picture fits. */
export function fitInto(place: Area, width: number, height: number): Area {
  if (width === 0 || height === 0) return { ...place, width: 0, height: 0 }
  const scale = Math.min(place.width / width, place.height / height)
  const size = { width: width * scale, height: height * scale }
  return { x: place.x + (place.width - size.width) / 2, y: place.y + (place.height - size.height) / 2, ...size }
}
