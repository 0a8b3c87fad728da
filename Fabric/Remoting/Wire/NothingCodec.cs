namespace SfPerf.Fabric.Remoting.Wire;

internal sealed class NothingCodec : Codec<Nothing>
{
    internal override void Write(MessageBuffer buffer, Nothing value)
    {
        // The reply itself is the result: there is nothing to write.
    }

    internal override Nothing Read(ref MessageReader reader) => default;
}
