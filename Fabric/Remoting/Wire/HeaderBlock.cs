using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Text;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// The headers that a program adds to a call, before its arguments: number u16, then name (string) and value (byte[])
/// each. Both sides bound them: they are read before it is known what the call is worth.
/// </summary>
internal static class HeaderBlock
{
    /// <summary>The most bytes of all headers of a call with their names.</summary>
    internal const int BytesMax = 64 << 10;

    /// <summary>The most headers of a call.</summary>
    internal const int HeadersMax = 256;

    // A name that is no text must not become another name.
    private static readonly UTF8Encoding Names = new(false, throwOnInvalidBytes: true);

    /// <exception cref="FabricMessageTooLargeException">There are too many headers, or they are too long.</exception>
    internal static void Check(IReadOnlyCollection<KeyValuePair<string, byte[]?>> headers)
    {
        if (headers.Count > HeadersMax)
        {
            throw new FabricMessageTooLargeException(
                $"A call with {headers.Count} headers; {HeadersMax} are allowed.");
        }
        var bytes = (long)sizeof(ushort);
        foreach (var (name, value) in headers)
            bytes += sizeof(int) + Names.GetByteCount(name) + sizeof(int) + (value?.Length ?? 0);
        if (bytes > BytesMax)
        {
            throw new FabricMessageTooLargeException(
                $"The headers of a call take {bytes} bytes with their names; {BytesMax} are allowed.");
        }
    }

    /// <param name="message">Gets the block.</param>
    /// <param name="headers">Checked before.</param>
    internal static void Write(MessageBuffer message, IReadOnlyCollection<KeyValuePair<string, byte[]?>> headers)
    {
        message.WriteUnmanaged((ushort)headers.Count);
        foreach (var (name, value) in headers)
        {
            Codec<string?>.Default.Write(message, name);
            Codec<byte[]?>.Default.Write(message, value);
        }
    }

    /// <exception cref="InvalidDataException">The bytes are no headers, or more than are allowed.</exception>
    internal static Dictionary<string, byte[]?> Read(ref MessageReader reader)
    {
        var ahead = reader;
        Skip(ref ahead);
        var number = reader.ReadUInt16();
        var headers = new Dictionary<string, byte[]?>(number);
        for (var i = 0; i < number; i++)
        {
            reader.TryReadBytes(out var name);
            var value = Codec<byte[]?>.Default.Read(ref reader);
            if (!headers.TryAdd(NameOf(name), value))
                throw new InvalidDataException($"The header '{NameOf(name)}' comes twice.");
        }

        return headers;
    }

    /// <summary>Passes over the headers of a call whose service asks for none.</summary>
    /// <exception cref="InvalidDataException">The bytes are no headers, or more than are allowed.</exception>
    internal static void Skip(ref MessageReader reader)
    {
        var begin = reader.Left;
        var number = reader.ReadUInt16();
        if (number > HeadersMax)
            throw new InvalidDataException($"{number} headers were announced; {HeadersMax} are allowed.");
        for (var i = 0; i < number; i++)
        {
            if (!reader.TryReadBytes(out _))
                throw new InvalidDataException("A header has no name.");
            reader.TryReadBytes(out _);
        }

        if (begin - reader.Left > BytesMax)
            throw new InvalidDataException($"{begin - reader.Left} bytes of headers; {BytesMax} are allowed.");
    }

    private static string NameOf(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Names.GetString(bytes);
        }
        catch (DecoderFallbackException e)
        {
            throw new InvalidDataException("The name of a header is no text.", e);
        }
    }
}
