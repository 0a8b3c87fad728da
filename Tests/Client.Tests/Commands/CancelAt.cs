using System;
using System.IO;
using System.Threading;

namespace SfPerf.Client.Tests.Commands;

/// <summary>An error stream that cancels, as Ctrl+C does, once a line with a text was written to it.</summary>
internal sealed class CancelAt : StringWriter
{
    private readonly string _text;
    private readonly CancellationTokenSource _cancellation = new();

    public CancelAt(string text)
    {
        _text = text;
        NewLine = "\n";
    }

    public CancellationToken Token => _cancellation.Token;

    public override void Write(string? value)
    {
        base.Write(value);
        if (ToString().Contains(_text, StringComparison.Ordinal))
            _cancellation.Cancel();
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _cancellation.Dispose();
        base.Dispose(disposing);
    }
}
