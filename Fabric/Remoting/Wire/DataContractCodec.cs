using System.IO;
using System.Runtime.Serialization;
using System.Xml;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Any other type: DataContractSerializer over binary XML, as in Service Fabric's remoting. About 20 us a kilobyte.
/// </summary>
internal sealed class DataContractCodec<T> : Codec<T>
{
    private readonly DataContractSerializer _serializer = MakeSerializer();
    private readonly XmlDictionaryReaderQuotas _quotas = MakeQuotas();

    internal override int BytesMin => sizeof(int);

    internal override void Write(MessageBuffer buffer, T value)
    {
        var start = buffer.Length;
        buffer.WriteInt32(0);
        using (var stream = new BufferStream(buffer))
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            _serializer.WriteObject(writer, value);
        buffer.PatchInt32(start, buffer.Length - start - sizeof(int));
    }

    internal override T Read(ref MessageReader reader)
    {
        if (!reader.TryReadBytes(out var bytes))
            throw new InvalidDataException("A DataContract value cannot have the length -1.");
        using var xml = XmlDictionaryReader.CreateBinaryReader(bytes.ToArray(), _quotas);
        return (T)_serializer.ReadObject(xml)!;
    }

    private static DataContractSerializer MakeSerializer()
    {
        var serializer = new DataContractSerializer(typeof(T), DataContractSurrogates.Types);
        if (DataContractSurrogates.Provider is { } surrogates)
            serializer.SetSerializationSurrogateProvider(surrogates);
        return serializer;
    }

    // The serializer reads by recursion, on a receive thread's stack. The message's size bounds all else: it has no
    // table of strings that few bytes could repeat.
    private static XmlDictionaryReaderQuotas MakeQuotas()
    {
        var quotas = new XmlDictionaryReaderQuotas();
        XmlDictionaryReaderQuotas.Max.CopyTo(quotas);
        quotas.MaxDepth = DataContractLimits.DepthMax;
        return quotas;
    }

    private sealed class BufferStream(MessageBuffer buffer) : Stream
    {
        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new System.NotSupportedException("A stream to write to.");

        public override long Position
        {
            get => throw new System.NotSupportedException("A stream to write to.");
            set => throw new System.NotSupportedException("A stream to write to.");
        }

        public override void Flush()
        {
            // Every write is in the buffer already.
        }

        public override int Read(byte[] target, int offset, int count) =>
            throw new System.NotSupportedException("A stream to write to.");

        public override long Seek(long offset, SeekOrigin origin) =>
            throw new System.NotSupportedException("A stream to write to.");

        public override void SetLength(long value) => throw new System.NotSupportedException("A stream to write to.");

        public override void Write(byte[] source, int offset, int count) =>
            buffer.Write(System.MemoryExtensions.AsSpan(source, offset, count));

        public override void Write(System.ReadOnlySpan<byte> source) => buffer.Write(source);
    }
}
