/** An agent without a model, so that the tests are about the contract: it lists a folder and says what it found. */
export async function findFiles(prompt, { tools }) {
  try {
    const files = await tools.list_files({ folder: prompt })
    return `There are ${files.length} files: ${files.join(', ')}.`
  } catch (error) {
    return `I could not look into ${prompt}: ${error.message}`
  }
}
