using System.IO;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>
/// Any other type: DataContractSerializer over binary XML, as in Service Fabric's remoting. About 20 us a kilobyte.
/// </summary>
internal sealed class DataContractCodec<T> : Codec<T>
{
    /// <summary>The deepest nesting of elements that another process may demand: a value is read on the 512 KiB of a
    /// receive thread's stack, on which the runtime compiles methods, too.</summary>
    internal const int DepthMax = 256;

    private static readonly BoundedBinaryXml Xml = new(DepthMax);
    private readonly DataContractSerializer _serializer = MakeSerializer();

    internal override int BytesMin => sizeof(int);

    internal override void Write(MessageBuffer buffer, T value)
    {
        var start = buffer.Length;
        buffer.WriteInt32(0);
        using (var stream = new BufferWriterStream(buffer))
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            _serializer.WriteObject(writer, value);
        buffer.PatchInt32(start, buffer.Length - start - sizeof(int));
    }

    internal override T Read(ref MessageReader reader)
    {
        if (!reader.TryReadBytes(out var bytes))
            throw new InvalidDataException("A DataContract value cannot have the length -1.");
        using var xml = Xml.Read(bytes.ToArray());
        return (T)_serializer.ReadObject(xml)!;
    }

    private static DataContractSerializer MakeSerializer()
    {
        var serializer = new DataContractSerializer(typeof(T), DataContractSurrogates.Types);
        if (DataContractSurrogates.Provider is { } surrogates)
            serializer.SetSerializationSurrogateProvider(surrogates);
        return serializer;
    }
}
