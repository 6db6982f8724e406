// Starts `ruledsl lsp`, and runs in a terminal what the lines above games and tests offer.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return vscode.workspace.getConfiguration("ruledsl").get("command");
}

async function start() {
  const [program, ...before] = command();
  const run = { command: program, args: [...before, "lsp", "--stdio"] };
  client = new LanguageClient("ruledsl", "ruledsl", { run, debug: run }, { documentSelector: [{ language: "ruledsl" }] });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`ruledsl: the server does not start (${error.message}). Install it with \`pip install ruledsl[lsp]\`, or set ruledsl.command.`);
  }
}

function inTerminal(words) {
  const [program, ...before] = command();
  const name = `ruledsl ${words[0]}`;
  vscode.window.terminals.filter((each) => each.name === name).forEach((each) => each.dispose());
  const terminal = vscode.window.createTerminal({ name, shellPath: program, shellArgs: [...before, ...words] });
  terminal.show();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("ruledsl.terminal", inTerminal),
    vscode.commands.registerCommand("ruledsl.restart", async () => {
      if (client) await client.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
};

exports.deactivate = () => client && client.stop();
