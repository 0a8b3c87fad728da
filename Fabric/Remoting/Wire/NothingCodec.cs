namespace SfPerf.Fabric.Remoting.Wire;

internal sealed class NothingCodec : Codec<Nothing>
{
    internal override void Write(MessageBuffer buffer, Nothing value)
    {
        // Its presence in the reply is all there is to say.
    }

    internal override Nothing Read(ref MessageReader reader) => default;
}
