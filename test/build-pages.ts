import { buildDirOf } from '#server/start/config.ts'
import { ensureBuild } from '#server/pages/ensure-build.ts'

/** Builds the pages once and beforehand: processes that start at the same moment would each build what is missing. */
export const setup = (): Promise<void> => ensureBuild(buildDirOf(process.env), () => undefined)
