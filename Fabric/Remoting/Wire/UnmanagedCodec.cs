namespace SfPerf.Fabric.Remoting.Wire;

internal sealed class UnmanagedCodec<T> : Codec<T>
    where T : unmanaged
{
    internal override int BytesMin => System.Runtime.CompilerServices.Unsafe.SizeOf<T>();

    internal override void Write(MessageBuffer buffer, T value) => buffer.WriteUnmanaged(value);

    internal override T Read(ref MessageReader reader) => reader.ReadUnmanaged<T>();
}
