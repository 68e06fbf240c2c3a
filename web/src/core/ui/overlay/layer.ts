import { createContext } from 'react'

/** Menus and popovers opened from a modal must be above it, though their usual layer is below. */
export const InModal = createContext(false)
