using System.Collections.Generic;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>A key and its value, each of which has a codec of its own.</summary>
internal sealed class PairCodec<TKey, TValue> : Codec<KeyValuePair<TKey, TValue>>
{
    private static readonly Codec<TKey> Key = Codec<TKey>.Default;
    private static readonly Codec<TValue> Value = Codec<TValue>.Default;

    internal override int BytesMin => Key.BytesMin + Value.BytesMin;

    internal override void Write(MessageBuffer buffer, KeyValuePair<TKey, TValue> value)
    {
        Key.Write(buffer, value.Key);
        Value.Write(buffer, value.Value);
    }

    internal override KeyValuePair<TKey, TValue> Read(ref MessageReader reader)
    {
        var key = Key.Read(ref reader);
        return new KeyValuePair<TKey, TValue>(key, Value.Read(ref reader));
    }
}
