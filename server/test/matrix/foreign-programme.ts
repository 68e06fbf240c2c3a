import { buildProject } from '../mentorships.ts'
import type { BuildInput } from './call-input.ts'

/** The object exists, but the caller's rights are for another programme. Administrators, who have no programme, become managers. */
export const inForeignProgramme =
  (build: BuildInput): BuildInput =>
  async (server, personId) => {
    const input = await build(server, personId)
    const project_id = await buildProject(server, [], '1to1')
    const rights = server.db.updateTable('staff_right').where('person_id', '=', personId)
    await rights.set({ role: 'ProgramManager', project_id }).where('role', '=', 'Admin').execute()
    await rights.set({ project_id }).execute()
    return input
  }
