using System;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Machine.Runtime;

/// <summary>The name and the fields of one kind of event, structures taken apart.</summary>
internal sealed record NetTraceEventType(
    int Id, string Name, IReadOnlyList<(string Name, TypeCode Code)> Fields)
{
    private const int FieldsMax = 256;

    /// <summary>Reads a description.</summary>
    internal static NetTraceEventType Read(ReadOnlySpan<byte> text)
    {
        var id = NetTraceValue.Int32(ref text);
        _ = NetTraceValue.Text(ref text);
        _ = NetTraceValue.Int32(ref text);
        var name = NetTraceValue.Text(ref text);
        _ = NetTraceValue.Int64(ref text);
        // Version and level.
        _ = NetTraceValue.Int64(ref text);
        var fields = new List<(string, TypeCode)>();
        ReadFields(ref text, fields);
        return new NetTraceEventType(id, name, fields);
    }

    /// <summary>The fields of an event by name: numbers and texts; those behind one of another type are left out.
    /// </summary>
    internal Dictionary<string, object> Values(ReadOnlySpan<byte> payload)
    {
        var values = new Dictionary<string, object>(StringComparer.Ordinal);
        foreach (var (name, code) in Fields)
        {
            if (NetTraceValue.Read(ref payload, code) is { } value)
                values[name] = value;
            else
                break;
        }

        return values;
    }

    private static void ReadFields(ref ReadOnlySpan<byte> text, List<(string, TypeCode)> fields)
    {
        var count = NetTraceValue.Int32(ref text);
        for (var i = 0; i < count; i++)
        {
            if (fields.Count == FieldsMax)
                throw new InvalidDataException($"An event of the runtime has more than {FieldsMax} fields.");
            var code = (TypeCode)NetTraceValue.Int32(ref text);
            if (code == TypeCode.Object)
                ReadFields(ref text, fields);
            var name = NetTraceValue.Text(ref text);
            if (code != TypeCode.Object)
                fields.Add((name, code));
        }
    }
}
