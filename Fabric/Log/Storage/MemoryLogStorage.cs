using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>
/// Segments in the memory of the process: a log that ends with it. A flush returns at once, and nothing of an earlier
/// process is ever found.
/// </summary>
public sealed class MemoryLogStorage : ILogStorage
{
    /// <inheritdoc/>
    public IReadOnlyList<ILogFile> OpenAll() => [];

    /// <inheritdoc/>
    public ILogFile Create(string name, long length) => new Segment(name, length);

    /// <inheritdoc/>
    public ILogMark? OpenMark() => null;

    /// <inheritdoc/>
    public ILogMark CreateMark(ReadOnlySpan<byte> content) => new Mark(content.ToArray());

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private sealed class Segment(string name, long length) : ILogFile
    {
        private readonly byte[] _bytes = new byte[length];

        public string Name => name;

        public long Length => _bytes.Length;

        public void Write(ReadOnlySpan<byte> bytes, long offset) => bytes.CopyTo(_bytes.AsSpan((int)offset));

        public int Read(Span<byte> buffer, long offset)
        {
            var count = (int)Math.Clamp(_bytes.Length - offset, 0, buffer.Length);
            _bytes.AsSpan((int)offset, count).CopyTo(buffer);
            return count;
        }

        public void Flush()
        {
        }

        public void Dispose()
        {
        }
    }

    private sealed class Mark(byte[] bytes) : ILogMark
    {
        public Span<byte> Bytes => bytes;

        public void Flush()
        {
        }

        public void Dispose()
        {
        }
    }
}
