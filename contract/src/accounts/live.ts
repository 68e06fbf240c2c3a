import * as z from 'zod/mini'

/** This sign-in has ended: clear everything and go to the sign-in page. */
export const SignInEnded = z.object({ type: z.literal('accounts.sign_in_ended') })

/** The viewer's own profile or status changed; refetch it. */
export const ProfileChanged = z.object({ type: z.literal('accounts.profile_changed') })

/** Sent to everyone, signed in or not: maintenance has started or ended. */
export const MaintenanceChanged = z.object({ type: z.literal('accounts.maintenance_changed'), underMaintenance: z.boolean() })
