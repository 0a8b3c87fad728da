using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.Reports.Text;

/// <summary>The output of a terminal, which knows how many columns it has: tables are laid out for them, and a sentence
/// that is written as a line and is too long goes on below, broken between words. Lines in columns, and commands that
/// can be copied, are never broken.</summary>
/// <param name="inner">The terminal.</param>
/// <param name="width">Returns the columns that it has now.</param>
public sealed class TerminalWriter(TextWriter inner, Func<int> width) : TextWriter
{
    private const string Command = "sfperf ";
    private const string GoesOn = "  ";

    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <summary>Returns the columns of an output; as many as are wanted where it is no terminal.</summary>
    public static int WidthOf(TextWriter output) =>
        output is TerminalWriter terminal ? terminal.Width : int.MaxValue;

    /// <summary>Breaks a sentence that is longer than a line between words. Lines in columns, and those with control
    /// sequences, are left as they are.</summary>
    /// <param name="line">The sentence.</param>
    /// <param name="columns">How long a line may be.</param>
    /// <param name="newLine">What ends a line.</param>
    public static string Broken(string line, int columns, string newLine)
    {
        if (line.Length <= columns || line.AsSpan().IndexOfAny('\n', '\r', '\u001b') >= 0)
            return line;
        var text = line.TrimStart(' ');
        if (text.Contains(GoesOn, StringComparison.Ordinal))
            return line;
        var indent = line[..^text.Length];
        return string.Join(newLine, Lines(indent, indent + GoesOn, Words(text), columns));
    }

    /// <summary>Lays words out in lines. A word that is longer than a line has one of its own.</summary>
    /// <param name="first">What the first line begins with.</param>
    /// <param name="indent">What each other line begins with.</param>
    /// <param name="words">The words, in order.</param>
    /// <param name="columns">How long a line may be.</param>
    public static IEnumerable<string> Lines(string first, string indent, IEnumerable<string> words, int columns)
    {
        var (line, isEmpty) = (new StringBuilder(first), true);
        foreach (var word in words)
        {
            if (!isEmpty && line.Length + 1 + word.Length > columns)
            {
                yield return line.ToString();
                line.Clear().Append(indent);
            }
            else if (!isEmpty)
            {
                line.Append(' ');
            }

            line.Append(word);
            isEmpty = false;
        }

        yield return line.ToString();
    }

    /// <inheritdoc/>
    public override void Write(char value) => inner.Write(value);

    /// <inheritdoc/>
    public override void Write(string? value) => inner.Write(value);

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => inner.Write(buffer, index, count);

    /// <inheritdoc/>
    public override void WriteLine(string? value) => inner.WriteLine(Broken(value));

    /// <inheritdoc/>
    public override Task WriteAsync(string? value) => inner.WriteAsync(value);

    /// <inheritdoc/>
    public override Task WriteLineAsync(string? value) => inner.WriteLineAsync(Broken(value));

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <inheritdoc/>
    public override Task FlushAsync() => inner.FlushAsync();

    // The last column stays free: some terminals wrap as soon as it is written.
    private int Width => Math.Max(1, width() - 1);

    private string? Broken(string? line) => line is null ? null : Broken(line, Width, NewLine);

    // A command is one word, to the end of its line.
    private static IEnumerable<string> Words(string text)
    {
        for (var at = 0; at < text.Length;)
        {
            var space = text.AsSpan(at).StartsWith(Command, StringComparison.Ordinal) ? -1 : text.IndexOf(' ', at);
            var word = space < 0 ? text[at..] : text[at..space];
            yield return word;
            at += word.Length + 1;
        }
    }
}
