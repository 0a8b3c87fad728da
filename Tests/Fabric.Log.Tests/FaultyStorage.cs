using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace SfPerf.Fabric.Log.Tests;

/// <summary>
/// A disk in memory. What was written is visible at once, as in a page cache, and durable only once flushed. A crash
/// keeps what a
/// test chooses of the rest.
/// </summary>
internal sealed class FaultyStorage : ILogStorage
{
    internal const int SectorBytes = 512;
    private readonly Dictionary<string, FaultyFile> _files = [];
    private readonly Lock _gate = new();

    /// <summary>Runs before each flush; a test blocks or throws in it.</summary>
    internal Action? Flushing { get; set; }

    /// <summary>Runs before each write with its length.</summary>
    internal Action<int>? Writing { get; set; }

    internal Action? Creating { get; set; }

    public IReadOnlyList<ILogFile> OpenAll()
    {
        lock (_gate)
            return [.. _files.Values];
    }

    public ILogFile Create(string name, long length)
    {
        Creating?.Invoke();
        lock (_gate)
        {
            var file = new FaultyFile(this, name, new byte[length]);
            _files.Add(name, file);
            return file;
        }
    }

    public void Dispose()
    {
    }

    /// <summary>The disk after kill -9: the page cache survives.</summary>
    internal FaultyStorage AfterKill() => Copy((f, _) => f.Cached);

    /// <summary>The disk after power loss: each sector not flushed is old or new, as the function says.</summary>
    internal FaultyStorage AfterPowerLoss(Func<int, bool> keepsSector)
    {
        var sector = 0;
        return Copy((file, _) =>
        {
            var image = (byte[])file.Durable.Clone();
            for (var offset = 0; offset < image.Length; offset += SectorBytes)
            {
                var length = Math.Min(SectorBytes, image.Length - offset);
                var fresh = file.Cached.AsSpan(offset, length);
                if (!fresh.SequenceEqual(image.AsSpan(offset, length)) && keepsSector(sector++))
                    fresh.CopyTo(image.AsSpan(offset));
            }
            return image;
        });
    }

    internal byte[] Image(string name) => _files[name].Cached;

    internal IEnumerable<string> Names => _files.Keys.Order();

    internal FaultyStorage Without(string name)
    {
        var copy = AfterKill();
        copy._files.Remove(name);
        return copy;
    }

    private FaultyStorage Copy(Func<FaultyFile, int, byte[]> image)
    {
        var copy = new FaultyStorage();
        lock (_gate)
        {
            foreach (var file in _files.OrderBy(f => f.Key).Select(f => f.Value))
                copy._files.Add(file.Name, new FaultyFile(copy, file.Name, (byte[])image(file, 0).Clone()));
        }
        return copy;
    }

    private sealed class FaultyFile(FaultyStorage storage, string name, byte[] image) : ILogFile
    {
        internal byte[] Cached { get; } = image;

        internal byte[] Durable { get; } = (byte[])image.Clone();

        public string Name => name;

        public long Length => Cached.Length;

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            storage.Writing?.Invoke(bytes.Length);
            if (offset + bytes.Length > Cached.Length)
                throw new IOException("No space left on device");
            bytes.CopyTo(Cached.AsSpan((int)offset));
        }

        public int Read(Span<byte> buffer, long offset)
        {
            var length = (int)Math.Min(buffer.Length, Cached.Length - offset);
            Cached.AsSpan((int)offset, length).CopyTo(buffer);
            return length;
        }

        public void Flush()
        {
            storage.Flushing?.Invoke();
            Cached.CopyTo(Durable, 0);
        }

        public void Dispose()
        {
        }
    }
}
