/** Finds, runs and reads the file in which a project adds words of its own. */
export { CONFIG_NAMES, configIn, findConfig } from './find-config.ts'
export { loadPlugin } from './load-plugin.ts'
export { definePlugin, type Plugin, type PluginKind } from './plugin.ts'
export { nameOf, type TakenNames } from './read-plugin.ts'
