using System;
using System.Runtime.InteropServices;

namespace SfPerf.Fabric.ReliableState.Serialization;

/// <summary>UTF-16, so that every string survives, lone surrogates too.</summary>
internal sealed class StringCodec : ValueCodec<string>
{
    internal override bool IsExact => true;

    internal override void Write(string value, ByteWriter writer) =>
        writer.Write(MemoryMarshal.AsBytes(value.AsSpan()));

    internal override string Read(ReadOnlyMemory<byte> bytes) => new(MemoryMarshal.Cast<byte, char>(bytes.Span));
}
