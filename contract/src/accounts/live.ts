import * as z from 'zod/mini'

/** This sign-in is over: clear everything and go to the sign-in page. */
export const SignInEnded = z.object({ type: z.literal('accounts.sign_in_ended') })

/** Something in the caller's own profile or status changed; read it again. */
export const ProfileChanged = z.object({ type: z.literal('accounts.profile_changed') })

/** Everyone is told, signed in as whoever: the product closes for a while, or is open again. */
export const MaintenanceChanged = z.object({ type: z.literal('accounts.maintenance_changed'), underMaintenance: z.boolean() })
