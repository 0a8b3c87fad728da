using System;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace SfPerf.Reports.Text;

/// <summary>The output of a terminal, which knows how many columns it has, so that tables are laid out for them. What
/// is written goes on unchanged.</summary>
/// <param name="inner">The terminal.</param>
/// <param name="width">Returns the columns that it has now.</param>
public sealed class TerminalWriter(TextWriter inner, Func<int> width) : TextWriter
{
    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <summary>Returns the columns of an output; as many as are wanted where it is no terminal.</summary>
    public static int WidthOf(TextWriter output) =>
        output is TerminalWriter terminal ? terminal.Width : int.MaxValue;

    /// <inheritdoc/>
    public override void Write(char value) => inner.Write(value);

    /// <inheritdoc/>
    public override void Write(string? value) => inner.Write(value);

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => inner.Write(buffer, index, count);

    /// <inheritdoc/>
    public override void WriteLine(string? value) => inner.WriteLine(value);

    /// <inheritdoc/>
    public override Task WriteAsync(string? value) => inner.WriteAsync(value);

    /// <inheritdoc/>
    public override Task WriteLineAsync(string? value) => inner.WriteLineAsync(value);

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <inheritdoc/>
    public override Task FlushAsync() => inner.FlushAsync();

    // The last column stays free: some terminals wrap as soon as it is written.
    private int Width => Math.Max(1, width() - 1);
}
