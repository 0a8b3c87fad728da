using System.Collections.Generic;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Our half of a session's dictionary: collects the strings a message adds, up to the agreed size.</summary>
internal sealed class SessionDictionaryWriter(int bytesMax) : XmlBinaryWriterSession
{
    private readonly List<string> _added = [];
    private readonly Dictionary<XmlDictionaryString, int> _keys = [];
    private int _bytes;

    /// <summary>Gets the bytes the strings not yet sent take on the wire.</summary>
    internal int AddedBytes { get; private set; }

    // Answering false makes the writer put the string inline.
    public override bool TryAdd(XmlDictionaryString value, out int key)
    {
        var length = Encoding.UTF8.GetByteCount(value.Value);
        var size = VarInt.SizeOf(length) + length;
        if (value.Dictionary == Names.Inline || _bytes + size > bytesMax || !base.TryAdd(value, out key))
        {
            key = -1;
            return false;
        }

        _keys.Add(value, key);
        _bytes += size;
        AddedBytes += size;
        _added.Add(value.Value);
        return true;
    }

    /// <summary>Gets a string's number, adding it if need be; false when there is no room.</summary>
    internal bool TryGetId(XmlDictionaryString value, out int key) =>
        _keys.TryGetValue(value, out key) || TryAdd(value, out key);

    /// <summary>Writes the strings added since the last call.</summary>
    internal void WriteAdded(Span<byte> target)
    {
        foreach (var text in _added)
        {
            target = target[VarInt.Write(target, Encoding.UTF8.GetByteCount(text))..];
            target = target[Encoding.UTF8.GetBytes(text, target)..];
        }

        _added.Clear();
        AddedBytes = 0;
    }
}
