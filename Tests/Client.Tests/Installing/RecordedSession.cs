using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Installing;

/// <summary>A terminal session in a document, played: each <c>$ sfperf ...</c> of its indented blocks is run, and each
/// line below it must stand, in that order, in what came out. Figures and blanks do not matter, <c>...</c> is any text,
/// <c>(code N)</c> the exit code, which is 0 unless the document says another. A block of JSON is the file
/// <c>my.json</c>.</summary>
internal sealed partial class RecordedSession(string document)
{
    private readonly string[] _lines = File.ReadAllLines(document);

    public async Task PlayAsync(InstalledTool tool)
    {
        var json = string.Join('\n', _lines.SkipWhile(l => l != "```json").Skip(1).TakeWhile(l => l != "```"));
        await File.WriteAllTextAsync(Path.Combine(tool.Folder, "my.json"), json);
        var played = 0;
        foreach (var (command, expected) in Commands())
        {
            var arguments = command.Split(' ');
            var isTool = arguments[0] == "sfperf";
            var run = isTool ? await tool.TryAsync(arguments[1..]) : tool.Installation;
            var code = expected.Select(l => Code().Match(l)).FirstOrDefault(m => m.Success)?.Groups[1].Value ?? "0";
            Assert.True(run.Code == int.Parse(code), $"{command}: code {run.Code}\n{run.Out}\n{run.Error}");
            var seen = (run.Out + run.Error).Split('\n').Select(Shape).ToList();
            var at = 0;
            foreach (var line in expected.Where(l => !Code().IsMatch(l)))
            {
                var found = seen.FindIndex(at, Pattern(line).IsMatch);
                Assert.True(found >= 0, $"{command}\nnot seen: {line}\nas {Pattern(line)}\n{run.Out}\n{run.Error}");
                at = found + 1;
            }

            played++;
        }

        Assert.True(played >= 6, $"{played} commands");
    }

    private IEnumerable<(string Command, List<string> Output)> Commands()
    {
        (string Command, List<string> Output)? open = null;
        foreach (var line in _lines)
        {
            if (line.StartsWith("    $ ", StringComparison.Ordinal))
            {
                if (open is { } before)
                    yield return before;
                open = (line[6..], []);
            }
            else if (open is { } command && line.StartsWith("    ", StringComparison.Ordinal))
            {
                command.Output.Add(line.Trim());
            }
            else if (open is { } ended)
            {
                yield return ended;
                open = null;
            }
        }

        if (open is { } last)
            yield return last;
    }

    private static string Shape(string line) => Blank().Replace(Figure().Replace(line.Trim(), "#"), " ");

    private static Regex Pattern(string line) =>
        new($"^{string.Join(".*", Shape(line).Split("...").Select(p => Regex.Escape(p.Trim())))}$");

    [GeneratedRegex(@"\d[\d,]*(\.\d+)*")]
    private static partial Regex Figure();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blank();

    [GeneratedRegex(@"^\(code (\d+)\)$")]
    private static partial Regex Code();
}
